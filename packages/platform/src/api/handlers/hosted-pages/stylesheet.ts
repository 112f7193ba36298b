/** The path of the pages' stylesheet. */
export const stylesheetPath = "/link.css";

/**
 * The style of the pages: a card on a quiet background, in the system's fonts, light and dark, for every width. Texts
 * have a contrast of at least 4.5 to 1, borders of inputs 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11). Distances are logical
 * (`margin-inline` …), so the same style works for languages that are written from right to left.
 */
export const stylesheet = `:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #fff; --line: #e2e5ea; --edge: #858d9b;
  --text: #1a1d23; --quiet: #5a6270; --tile: #e8ecf7; --letter: #33436e;
  --action: #2c55d8; --on-action: #fff; --action-over: #2346b8; --second-over: #f1f3f7;
  --good: #1b7a43; --bad: #b3261e; --bad-ground: #fdeceb;
  --shadow: 0 1px 2px rgb(20 24 33 / 6%), 0 12px 32px rgb(20 24 33 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1014; --card: #181b21; --line: #2b3039; --edge: #727b8a;
    --text: #eceef2; --quiet: #a3abb8; --tile: #2a3350; --letter: #c9d5fa;
    --action: #9db7ff; --on-action: #0d1a3d; --action-over: #b9ccff; --second-over: #22262e;
    --good: #7cd9a0; --bad: #ffaea6; --bad-ground: #3a1d1b;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; background: var(--ground); color: var(--text); -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: grid; align-content: safe center; justify-items: center; padding: 2rem 1rem; }
main { width: 100%; max-width: 27rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow); overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; text-align: center; text-wrap: balance; }
h2 { margin: 0 0 0.75rem; font-size: 0.9375rem; font-weight: 600; }
p { margin: 0; }
svg { flex: none; }
.lead { margin: 0.5rem 0 1.5rem; text-align: center; text-wrap: balance; color: var(--quiet); }
.lead strong { color: var(--text); }
section, main > p:not(.lead), .alert { margin: 0 0 1.5rem; }

.marks { display: flex; align-items: center; justify-content: center; gap: 0.75rem; margin: 0 0 1.25rem; }
.mark { position: relative; display: grid; place-items: center; width: 3.5rem; height: 3.5rem; border-radius: 0.875rem; overflow: hidden; background: var(--tile); color: var(--letter); box-shadow: 0 0 0 1px var(--line); font-size: 1.5rem; font-weight: 650; }
.mark img { width: 100%; height: 100%; object-fit: contain; background: #fff; }
.mark img::after { content: attr(data-letter); position: absolute; inset: 0; display: grid; place-items: center; background: var(--tile); }
.exchange { display: grid; color: var(--quiet); }

.allowed { margin: 0; padding: 0.25rem 1rem; list-style: none; border: 1px solid var(--line); border-radius: 0.75rem; font-size: 0.9375rem; }
.allowed li { display: flex; gap: 0.75rem; padding: 0.625rem 0; }
.allowed li + li { border-block-start: 1px solid var(--line); }
.allowed svg { margin-block-start: 0.0625rem; color: var(--good); }
code { font-family: ui-monospace, "SF Mono", Consolas, monospace; font-size: 0.875em; }

.field { margin: 0 0 1.25rem; }
label { display: block; margin: 0 0 0.25rem; font-weight: 600; font-size: 0.9375rem; }
label span { font-weight: 400; color: var(--quiet); }
.hint { color: var(--quiet); font-size: 0.875rem; }
.field .hint { margin: 0 0 0.5rem; }
input, select { width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 0.5rem; }
[aria-invalid="true"] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
.problem { margin: 0.375rem 0 0; color: var(--bad); font-size: 0.875rem; font-weight: 600; }
.alert { display: flex; gap: 0.75rem; padding: 0.875rem 1rem; border-radius: 0.75rem; background: var(--bad-ground); font-size: 0.9375rem; }
.alert strong, .alert svg { color: var(--bad); }
.alert ul { margin: 0.25rem 0 0; padding: 0; list-style: none; }
.alert a { color: inherit; }

.actions { display: grid; gap: 0.625rem; }
button { min-height: 2.875rem; padding: 0.5rem 1rem; font: inherit; font-weight: 600; overflow-wrap: anywhere; color: var(--on-action); background: var(--action); border: 1px solid transparent; border-radius: 0.625rem; cursor: pointer; }
button:hover { background: var(--action-over); }
.second { color: var(--text); background: var(--card); border-color: var(--line); }
.second:hover { background: var(--second-over); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }

.button { display: inline-block; padding: 0.5rem 1rem; color: var(--on-action); background: var(--action); border-radius: 0.625rem; font-weight: 600; text-decoration: none; }
.button:hover { background: var(--action-over); }

footer { margin: 1.5rem 0 0; padding: 1.25rem 0 0; border-block-start: 1px solid var(--line); color: var(--quiet); font-size: 0.875rem; }
footer p { display: flex; gap: 0.5rem; }
footer svg { width: 1.125rem; }
footer strong, dd { color: var(--text); font-weight: 600; }
dl { margin: 0.75rem 0 0; display: grid; gap: 0.25rem; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
dd { margin: 0; text-align: end; }

.closing { text-align: center; }
.closing p { margin: 0.75rem 0 0; color: var(--quiet); text-wrap: balance; }
.closing .hint { margin-block-start: 1.5rem; }
.badge { display: inline-grid; place-items: center; width: 3rem; height: 3rem; margin: 0 0 1rem; border-radius: 50%; color: var(--quiet); background: var(--ground); }
.badge.good { color: var(--card); background: var(--good); }
.badge.bad { color: var(--bad); background: var(--bad-ground); }
.badge svg { width: 1.5rem; height: 1.5rem; }
.marks .badge { width: 1.875rem; height: 1.875rem; margin: 2.5rem 0 0 -2rem; z-index: 1; box-shadow: 0 0 0 3px var(--card); }
.marks .badge svg { width: 1.125rem; height: 1.125rem; }

@media (max-width: 30rem) {
  body { padding: 0; }
  main { min-height: 100vh; padding: 2rem 1.25rem; border: 0; border-radius: 0; box-shadow: none; }
  .closing { display: grid; justify-items: center; align-content: center; min-height: calc(100vh - 8rem); }
}
@media (forced-colors: active) { .mark, .badge { border: 1px solid; } }
`;
