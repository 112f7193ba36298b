const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const time =
  /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `full-date` (RFC 3339, section 5.6). The day must exist. */
export function isDate(text: string): boolean {
  const match = date.exec(text);
  if (match === null) {
    return false;
  }
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 && isLeapYear ? 29 : days[month - 1];
  return last !== undefined && day >= 1 && day <= last;
}

/** `full-time` (RFC 3339, section 5.6). A leap second is allowed only at 23:59:60 UTC. */
export function isTime(text: string): boolean {
  const match = time.exec(text);
  if (match === null) {
    return false;
  }
  if (match[3] !== "60") {
    return true;
  }
  const offset = (Number(match[5] ?? 0) * 60 + Number(match[6] ?? 0)) * (match[4] === "-" ? -1 : 1);
  const minutes = Number(match[1]) * 60 + Number(match[2]) - offset;
  return (minutes + 1440) % 1440 === 1439;
}

/** `date-time` (RFC 3339, section 5.6). */
export function isDateTime(text: string): boolean {
  const separator = text[10];
  return (
    (separator === "T" || separator === "t") && isDate(text.slice(0, 10)) && isTime(text.slice(11))
  );
}

/** `duration` (RFC 3339, appendix A): units are in order, and none between two others is left out. */
export function isDuration(text: string): boolean {
  return duration.test(text);
}

const dayTime = String.raw`(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))`;
const monthDay = String.raw`(?:\d+M(?:\d+D)?|\d+D)`;
const duration = new RegExp(
  String.raw`^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|${monthDay})${dayTime}?|${dayTime})$`,
);
