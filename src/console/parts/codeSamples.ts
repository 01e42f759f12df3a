/** A request as curl, TypeScript and Python, with placeholders for the keys. */

import { type SampleRequest, samplesOf } from "../../reference/site/samples.ts";
import { html, type Markup } from "../../web/html.ts";
import { copyIcon } from "./list.ts";
import type { View } from "./view.ts";

export const codeSamples = ({ say }: Pick<View, "say">, request: SampleRequest): Markup =>
  html`<div class="samples">${samplesOf(request, undefined).map(
    ({ language, code }, index) =>
      html`<details name="sample"${index === 0 && html` open`}><summary>${language}</summary><div class="pan code" tabindex="0" role="region" aria-label="${language}"><button type="button" class="copy" data-copy="${code}" aria-label="${say("copy")} ${language}" hidden>${copyIcon}</button><pre><code>${code}</code></pre></div></details>`,
  )}</div>`;
