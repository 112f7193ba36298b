// Runs in the page: plain JavaScript. `accessibility.ts` says what it asks for and reads its last value.
(() => {
  const problems = [];
  const all = [...document.querySelectorAll("body *")];
  const canvas = document.createElement("i");
  canvas.style.backgroundColor = "Canvas";
  document.body.append(canvas);
  const ground = getComputedStyle(canvas).backgroundColor;
  canvas.remove();
  const read = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [r = 0, g = 0, b = 0] = read(color).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    if (element === null) {
      return ground;
    }
    const { backgroundColor } = getComputedStyle(element);
    return read(backgroundColor)[3] === 0 ? background(element.parentElement) : backgroundColor;
  };
  const contrast = (element) => {
    const [a, b] = [getComputedStyle(element).color, background(element)].map(luminance);
    const [light, dark] = [Math.max(a ?? 0, b ?? 0), Math.min(a ?? 0, b ?? 0)];
    return (light + 0.05) / (dark + 0.05);
  };
  if (document.documentElement.lang === "") {
    problems.push("no language");
  }
  if (document.title === "") {
    problems.push("no title");
  }
  if (document.querySelectorAll("h1").length !== 1) {
    problems.push("not one h1");
  }
  if (document.querySelectorAll("main").length !== 1) {
    problems.push("not one main");
  }
  const ids = all.map(({ id }) => id).filter((id) => id !== "");
  if (new Set(ids).size !== ids.length) {
    problems.push("an id twice");
  }
  for (const element of all) {
    const own = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
    );
    const isField = element instanceof HTMLInputElement;
    const name = `${element.localName} "${element.textContent?.trim().slice(0, 30)}"`;
    if ((own || isField) && contrast(element) < 4.5) {
      problems.push(`${name} has a contrast of ${contrast(element).toFixed(2)}`);
    }
    if (isField && (element.labels?.length ?? 0) === 0) {
      problems.push(`${name} has no label`);
    }
    if (element instanceof HTMLImageElement && !element.hasAttribute("alt")) {
      problems.push("an image has no alternative text");
    }
    for (const id of (element.getAttribute("aria-describedby") ?? "").split(" ")) {
      if (id !== "" && document.getElementById(id) === null) {
        problems.push(`no element #${id}`);
      }
    }
    const box = element.getBoundingClientRect();
    if (element.matches("button, input") && Math.min(box.width, box.height) < 24) {
      problems.push(`${name} is too small a target`);
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    problems.push(`${scrollWidth} wide in ${clientWidth}`);
  }
  return problems;
})();
