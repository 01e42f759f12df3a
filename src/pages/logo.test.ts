import { crc32, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { reportFigure } from "../../test/faults/scale.ts";
import { checkLogo, logoFile } from "./logo.ts";

const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';
const drawn = (inner: string): string => `${open}${inner}</svg>`;

describe("an SVG", () => {
  test.each([
    drawn('<path d="M0 0h9v9z" fill="#123"/>'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${drawn("<title>Us &amp; them</title>")}\n`,
    drawn(
      '<style>.a{fill:#fff;stroke:url(#g)} /* note */</style><g class="a" id="image-1"><circle cx="1" cy="1" r="1"/></g>',
    ),
    drawn(
      '<defs><linearGradient id="g" gradientTransform="rotate(9)"><stop offset="0" stop-color="red"/></linearGradient><radialGradient id="h" xlink:href="#g" xmlns:xlink="http://www.w3.org/1999/xlink"/></defs><rect width="9" height="9" style="fill:url(#g);opacity:.5" clip-path="url(#c)"/>',
    ),
    drawn('<text x="1" y="2" font-family="Georgia, serif">Ledgerleaf</text>'),
  ])("that only draws is accepted: %#", (svg) => {
    expect(checkLogo({ svg })).toEqual({ svg });
  });

  const attacks: readonly string[] = [
    drawn("<script>alert(1)</script>"),
    drawn("<SCRIPT>alert(1)</SCRIPT>"),
    drawn('<script href="https://evil.example/x.js"/>'),
    drawn("<svg:script>alert(1)</svg:script>"),
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<svg xmlns="http://www.w3.org/2000/svg" ONLOAD="alert(1)"/>',
    "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    '<svg xmlns="http://www.w3.org/2000/svg"\nonload\n=\n"alert(1)"/>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload=alert(1)/>',
    '<svg xmlns="http://www.w3.org/2000/svg"/onload="alert(1)"/>',
    drawn('<path d="M0 0" onclick="alert(1)"/>'),
    drawn('<g onmouseover="alert(1)"></g>'),
    drawn('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    drawn("<iframe/>"),
    drawn('<a href="javascript:alert(1)"><path d="M0 0"/></a>'),
    drawn('<image href="https://evil.example/x.png"/>'),
    drawn('<image xlink:href="data:image/svg+xml;base64,AAAA"/>'),
    drawn('<use href="https://evil.example/x.svg#a"/>'),
    drawn('<use href="#a"/>'),
    drawn('<linearGradient href="https://evil.example/x.svg#a"/>'),
    drawn('<linearGradient xlink:href="javascript:alert(1)"/>'),
    drawn('<path href="#a"/>'),
    drawn('<animate attributeName="href" to="javascript:alert(1)"/>'),
    drawn('<set attributeName="onload" to="alert(1)"/>'),
    drawn('<handler type="text/ecmascript">alert(1)</handler>'),
    drawn('<feImage href="https://evil.example"/>'),
    drawn('<rect fill="url(https://evil.example/x.svg#a)"/>'),
    drawn('<rect fill="url(//evil.example#a)"/>'),
    drawn('<rect fill="URL( &quot;https://evil.example&quot; )"/>'),
    drawn('<rect style="background:url(https://evil.example)"/>'),
    drawn('<rect style="fill:ur\\6c(https://evil.example)"/>'),
    drawn('<rect style="behavior:expression(alert(1))"/>'),
    drawn("<style>@import 'https://evil.example/x.css';</style>"),
    drawn("<style>@font-face{font-family:a;src:url(https://evil.example)}</style>"),
    drawn("<style>\\40 import 'x';</style>"),
    drawn("<style>rect{fill:image-set('x.png' 1x)}</style>"),
    drawn("<style>rect{fill:url(x.svg#a)}</style>"),
    drawn("<style><script>alert(1)</script></style>"),
    drawn("<style>/* </style><script>alert(1)</script> */</style>"),
    `<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>${drawn("&x;")}`,
    `<!DOCTYPE svg SYSTEM "file:///etc/passwd">${drawn("")}`,
    `<!doctype html>${drawn("")}`,
    drawn("<title>&x;</title>"),
    drawn("<title>&#60;script&#62;</title>"),
    drawn('<path d="&#x6a;avascript"/>'),
    drawn("<![CDATA[<script>alert(1)</script>]]>"),
    `<?xml-stylesheet href="https://evil.example/x.xsl"?>${drawn("")}`,
    `<?xml version="1.0" encoding="UTF-7"?>${drawn("")}`,
    drawn("<?php phpinfo() ?>"),
    drawn("<!-- a -- b --><script/>"),
    drawn("<!-- open "),
    `${drawn("")}<script>alert(1)</script>`,
    `${drawn("")}${drawn("")}`,
    `<script>alert(1)</script>${drawn("")}`,
    `<html>${drawn("")}</html>`,
    "<svg><path/></svg>",
    '<svg xmlns="http://www.w3.org/1999/xhtml"><title/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml"><h:script/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://evil.example"/>',
    drawn('<path id="a" id="b"/>'),
    drawn("<g><path></g>"),
    drawn("</g>"),
    open,
    "",
    "plain words",
    drawn("loose text"),
    drawn('<path d="M0 0" xml:base="https://evil.example"/>'),
    drawn('<path\0 d="M0 0"/>'),
    drawn('<path d="<script>"/>'),
    drawn("<metadata><x/></metadata>"),
    drawn("<g>".repeat(100) + "</g>".repeat(100)),
    drawn(`<desc>${"x".repeat(257 * 1024)}</desc>`),
    `\uFEFF\uFEFF${drawn("")}`,
    drawn('<path d="M0 0'),
    drawn("<path d=M0/>"),
  ];
  test("is tested with at least 70 attacks", () => expect(new Set(attacks).size).toBeGreaterThanOrEqual(70));
  test.each(attacks)("that does more is rejected: %#", (svg) => {
    expect(() => checkLogo({ svg })).toThrow(/^The (SVG is not accepted: .+\.|logo is larger than 64 kB\.)$/);
  });

  test("is rejected with the name of the offending part", () => {
    expect(() => checkLogo({ svg: drawn("<script/>") })).toThrow("the element `script` is not allowed");
    expect(() => checkLogo({ svg: drawn('<g onclick="x"/>') })).toThrow("the attribute `onclick` is not allowed");
  });

  /** A pattern whose time grows with the square of the size takes more than a second on any machine. */
  const reportTime = (began: NodeJS.CpuUsage): void => {
    const milliseconds = process.threadCpuUsage(began).user / 1000;
    expect(milliseconds).toBeLessThan(1000);
    reportFigure("H1", `a logo of 64 kB is checked in ${milliseconds.toFixed(0)} ms`, milliseconds <= 100);
  };

  const styled = (filling: string): string => drawn(`<rect style="${filling}"/>`);
  test.each(
    [" ", "<!--", "<g ", "a='", "&", "url(", "<", "<g/>"].map(
      (filling) => (much: number) => open + filling.repeat(much / filling.length),
    ),
  )("of the maximum size is rejected quickly: %#", (made) => {
    const svg = made(64_000);
    const began = process.threadCpuUsage();
    expect(() => checkLogo({ svg })).toThrow("is not accepted");
    reportTime(began);
  });

  test.each(["image", "url", "src ", "/**/", "a(", "rgb(0) ", "- "])(
    "with styles full of %j is checked quickly",
    (filling) => {
      const svg = styled(filling.repeat(64_000 / filling.length));
      const began = process.threadCpuUsage();
      try {
        checkLogo({ svg });
      } catch (error) {
        expect(String(error)).toContain("is not accepted");
      }
      reportTime(began);
    },
  );
});

describe("a PNG", () => {
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    return Buffer.concat([number(data.length), named, number(crc32(named))]);
  };
  const header = (width = 1, height = 1, kind = "0802000000"): Buffer =>
    chunk("IHDR", Buffer.concat([number(width), number(height), Buffer.from(kind, "hex")]));
  const picture = chunk("IDAT", deflateSync(Buffer.alloc(4)));
  const end = chunk("IEND", Buffer.alloc(0));
  const png = (...parts: Buffer[]): string => Buffer.concat([signature, ...parts]).toString("base64");
  const good = png(header(), picture, end);

  test("is accepted and served as a PNG", () => {
    expect(checkLogo({ png: good }).png).toEqual(Buffer.from(good, "base64"));
    expect(logoFile({ logoPng: good })).toMatchObject({ headers: { "content-type": "image/png" } });
    expect(checkLogo({ png: good.replace(/.{20}/g, "$&\n") }).png).toEqual(Buffer.from(good, "base64"));
  });

  test.each([
    ["nothing", "", "base64"],
    ["not base64", "§§§§", "base64"],
    ["a data address", `data:image/png;base64,${good}`, "base64"],
    ["a GIF", Buffer.from("GIF89a......").toString("base64"), "not a PNG"],
    ["an SVG", Buffer.from(drawn("")).toString("base64"), "not a PNG"],
    ["a signature only", signature.toString("base64"), "truncated"],
    ["no header", png(picture, end), "header"],
    ["no picture", png(header(), end), "no picture"],
    ["no width", png(header(0), picture, end), "wide"],
    ["too wide", png(header(4097), picture, end), "wide"],
    ["too high", png(header(1, 2 ** 31), picture, end), "wide"],
    ["an unknown kind of colour", png(header(1, 1, "0805000000"), picture, end), "header is invalid"],
    ["no end", png(header(), picture), "truncated"],
    ["a script behind the end", png(header(), picture, end, Buffer.from("<script>")), "data after its end"],
    ["a chunk that is longer than the file", png(header(), number(9999), picture), "truncated"],
    [
      "a flipped bit",
      png(header(), Buffer.concat([picture.subarray(0, 9), Buffer.from("!"), picture.subarray(10)]), end),
      "damaged",
    ],
    ["more than 64 kB", png(header(), chunk("IDAT", Buffer.alloc(65 * 1024)), end), "larger than 64 kB"],
  ])("with %s is rejected", (_, base64, message) => {
    expect(() => checkLogo({ png: base64 })).toThrow(message);
  });
});

test("serves a logo with headers that forbid it everything else", () => {
  expect(logoFile({})).toBeUndefined();
  expect(logoFile({ logoSvg: drawn("") })?.headers).toMatchObject({
    "content-type": "image/svg+xml",
    "content-security-policy": expect.stringMatching(/default-src 'none';.*sandbox/),
    "x-content-type-options": "nosniff",
  });
});
