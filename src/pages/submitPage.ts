/** The page where an end user enters credentials. */
import type { SignInField } from "../contract/signIn.ts";
import { html, type Markup, type Part } from "../web/html.ts";
import { type Access, accessPart } from "./access.ts";
import type { KeyGuide } from "./keyGuide.ts";
import {
  actions,
  cancelForm,
  type FormFacts,
  formAddress,
  type Progress,
  page,
  problemSummary,
  progress,
  tokens,
  wordingFor,
} from "./layout.ts";
import { defaultTexts, fill, type Look, localised, resolveText } from "./look.ts";
import type { SystemMark } from "./systemMark.ts";
import type { ProblemCode } from "./texts/texts.ts";

export interface SubmitFacts extends FormFacts {
  readonly systemName: string;
  readonly mark?: SystemMark | undefined;
  /** Explains where to find the credentials. */
  readonly guide?: KeyGuide | undefined;
  readonly access?: Access | undefined;
  /** The vendor's sign-in page, which returns the key. */
  readonly signInUrl?: string | undefined;
  readonly progress?: Progress | undefined;
  readonly asks: readonly SignInField[];
  /** Earlier input. Secrets are never shown again. */
  readonly values: Readonly<Record<string, string>>;
  readonly problem?: ProblemCode | undefined;
  /** The fields that caused the problem; by default derived from the problem. */
  readonly problemFields?: readonly string[] | undefined;
}

export function submitPage(look: Look, facts: SubmitFacts): string {
  const texts = defaultTexts(look);
  const say = wordingFor(look, facts.systemName);
  const wrong = wrongAsks(facts);
  const label = (ask: SignInField): string =>
    say(resolveText(look, `${ask.name}LabelText`, localised(look, ask.label)));
  const title = say(resolveText(look, "titleText"));
  const content = html`${facts.progress && progress(look, facts.progress)}<h1>${title}</h1>
<p class="intro">${say(resolveText(look, "introText"))}</p>
${facts.access && accessPart(facts.access, texts, say)}${
  facts.problem !== undefined &&
  problemSummary({
    text: say(texts[facts.problem]),
    heading: texts.checkFields,
    fields: wrong.map((ask) => ({ id: `field-${ask.name}`, label: label(ask) })),
  })
}${
  facts.signInUrl !== undefined &&
  html`<div class="actions"><a class="submit" href="${facts.signInUrl}">${say(texts.signInThere)}</a></div>
<p class="free">${say(texts.orByHand)}</p>
`
}<form id="main" method="post" action="${formAddress("submit", facts.flow)}" data-required="${texts.required}">
${tokens(facts)}
${facts.asks.map((ask) =>
  field(ask, {
    label: label(ask),
    help: helpFor(look, facts, ask, say),
    value: ask.secret ? "" : (facts.values[ask.name] ?? ""),
    wrong: wrong.includes(ask),
    optional: texts.optional,
    show: texts.show,
  }),
)}<p class="free">${say(resolveText(look, "freeText"))}</p>
${actions({
  ...facts,
  submit: say(resolveText(look, "submitButtonText")),
  cancel: say(resolveText(look, "cancelButtonText")),
  busy: say(texts.checking),
})}</form>
${cancelForm(facts)}`;
  const { systemName, flow, problem } = facts;
  // The operator could read stored credentials, so this holds only if the platform is not the operator.
  const isSeparateOperator = look.operator?.name !== undefined && look.operator.name !== look.tenantName;
  const safety = isSeparateOperator ? `${texts.safety} ${texts.neverSees}` : texts.safety;
  const footer = html`<div class="safety">${lock}<p>${say(safety)}</p></div>
`;
  return page(
    look,
    { title: problem === undefined ? title : `${texts.error}: ${title}`, systemName, mark: facts.mark, flow, footer },
    content,
  );
}

/**
 * The help below a field. The vendor's page opens in a new tab, so that input is not lost. If there is a guide, it replaces
 * the default help, but not the tenant's own text.
 */
function helpFor(look: Look, { guide, asks }: SubmitFacts, ask: SignInField, say: (text: string) => string): Part {
  const field = `${ask.name}HelpText` as const;
  const texts = defaultTexts(look);
  const guidedAsk = asks.find(({ name, secret }) => (guide?.forField === undefined ? secret : name === guide.forField));
  if (guide === undefined || ask !== (guidedAsk ?? asks[0]))
    return say(resolveText(look, field, localised(look, ask.help)));
  const steps = guide.steps.join(" › ");
  return html`${say(resolveText(look, field, localised(look, ask.help) ?? ""))} ${fill(say(texts.findIt), { steps })}<br><a href="${guide.url}" target="_blank" rel="noopener noreferrer">${say(texts.openThere)}</a>`;
}

function wrongAsks({ asks, values, problem, problemFields }: SubmitFacts): readonly SignInField[] {
  if (problemFields !== undefined) return asks.filter(({ name }) => problemFields.includes(name));
  if (problem === "credentialsRefused") return asks.filter(({ name }) => name !== "baseUrl");
  if (problem === "invalidBaseUrl" || problem === "privateBaseUrl")
    return asks.filter(({ name }) => name === "baseUrl");
  if (problem !== "missingField") return [];
  return asks.filter(({ name, secret, optional }) => optional !== true && (secret || !values[name]));
}

interface FieldFacts {
  readonly label: string;
  readonly help: Part;
  readonly value: string;
  readonly wrong: boolean;
  readonly optional: string;
  readonly show: string;
}

function field(ask: SignInField, { label, help, value, wrong, optional, show }: FieldFacts): Markup {
  const id = `field-${ask.name}`;
  return html`<div class="field">
<label for="${id}">${label}${ask.optional === true && html` <span class="optional">(${optional})</span>`}</label>
<div class="${ask.secret ? "box secret" : "box"}"><input id="${id}" name="${ask.name}" type="${
    ask.secret ? "password" : "text"
  }" value="${value}"${ask.optional !== true && html` required`}${
    ask.name === "baseUrl" && html` inputmode="url"`
  } autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false" aria-describedby="${
    wrong ? "problem " : ""
  }help-${ask.name}"${wrong && html` aria-invalid="true"`}>${
    ask.secret &&
    html`<button class="reveal" type="button" aria-pressed="false" aria-controls="${id}" aria-label="${show} – ${label}" hidden>${show}</button>`
  }</div>
<p class="help" id="help-${ask.name}">${help}</p>
</div>
`;
}

const lock = html`<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5 7V5a3 3 0 0 1 6 0v2"/></svg>`;
