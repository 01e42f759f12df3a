/** How the simulators' own pages look: plain, in one column, and never to be taken for the vendor's. */

export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const style = `:root{color-scheme:light dark;--line:#8886;--accent:light-dark(#1d4ed8,#93b4ff)}
body{margin:0;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;background:light-dark(#f3f4f6,#111)}
main{max-width:34rem;margin:4vh auto;padding:1.5rem;border:1px solid var(--line);border-radius:.75rem;background:light-dark(#fff,#1b1b1f)}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.2}
h2{margin:0 0 .25rem;font-size:1rem}
p{margin:0 0 1rem}
form{padding:1rem 0;border-top:1px solid var(--line)}
label{display:block;margin-bottom:.75rem}
input{display:block;box-sizing:border-box;width:100%;padding:.5rem;font:inherit;border:1px solid;border-radius:.375rem}
button{padding:.5rem 1rem;font:inherit;font-weight:600;cursor:pointer;border:1px solid var(--accent);border-radius:.375rem;background:var(--accent);color:light-dark(#fff,#111)}
button+button{margin-left:.5rem;background:none;color:inherit}
[role=status]{padding:.75rem 1rem;border-left:.25rem solid var(--accent);background:#8882;white-space:pre-wrap}`;

/** `content` is markup. */
export const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)} (simulated)</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>This is a simulator: nobody's books are behind it.</p>
${content}
</main>
</body>
</html>
`;
