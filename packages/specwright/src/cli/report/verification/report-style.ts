/** The style of the report: in the colours that the reader's system prefers, and without a width of its own on paper. */
export const reportStyle = `
:root{color-scheme:light dark;--text:#1b1f24;--dim:#57606a;--page:#fff;--code:#f3f4f6;--line:#d0d7de;--bad:#b42318;--good:#067647;--link:#0550ae}
@media (prefers-color-scheme:dark){:root{--text:#e6edf3;--dim:#9aa4af;--page:#0d1117;--code:#161b22;--line:#30363d;--bad:#ff8a80;--good:#5bd38b;--link:#79b8ff}}
*{box-sizing:border-box}
body{background:var(--page);color:var(--text);font:1rem/1.55 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;overflow-wrap:anywhere}
h1{color:var(--bad);font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}
h1.agreed{color:var(--good)}
h2{border-bottom:1px solid var(--line);font-size:1.25rem;margin:2.5rem 0 1rem;padding-bottom:.3rem;scroll-margin-top:1rem}
h3{color:var(--bad);font:600 1rem/1.4 ui-monospace,monospace;margin:0}
h4{color:var(--dim);font-size:.8rem;font-weight:600;margin:.75rem 0 .25rem}
p{margin:.35rem 0}
a{color:var(--link)}
.check,nav span{color:var(--dim);font-size:.9rem}
article{border-left:3px solid var(--bad);margin:1rem 0 1.75rem;padding-left:1rem}
code,pre{background:var(--code);border-radius:.3rem;font:.875rem/1.5 ui-monospace,monospace}
code{padding:.1rem .3rem}
pre{margin:0;overflow:auto;padding:.6rem .75rem;white-space:pre-wrap}
ul{padding-left:1.25rem}
nav ul{list-style:none;margin:1rem 0 0;padding:0}
nav li{padding:.15rem 0}
@media print{body{max-width:none}pre{border:1px solid var(--line)}}
`;
