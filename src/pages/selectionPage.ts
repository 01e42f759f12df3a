/** The page where an end user chooses an environment or a company. The form sends `step` and `choice`. */
import { html, type Markup, type Part } from "../web/html.ts";
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
import { defaultTexts, type Look, resolveText } from "./look.ts";
import type { SystemMark } from "./systemMark.ts";
import type { ProblemCode, Texts } from "./texts/texts.ts";

interface Choice {
  readonly id: string;
  readonly name: string;
}

export interface SelectionFacts extends FormFacts {
  readonly systemName: string;
  readonly mark?: SystemMark | undefined;
  readonly progress?: Progress | undefined;
  readonly step: "environment" | "company";
  readonly choices: readonly Choice[];
  readonly problem?: ProblemCode | undefined;
}

/** Longer lists get a search field. */
const maxWithoutSearch = 8;

export function selectionPage(look: Look, facts: SelectionFacts): string {
  const { step, systemName, flow, choices, problem } = facts;
  const texts = defaultTexts(look);
  const say = wordingFor(look, systemName);
  const isEnvironment = step === "environment";
  const defaultTitle = isEnvironment ? texts.environmentTitle : texts.selectionTitleText;
  // A tenant can set a text for all pages, and override it for this page.
  const title = say(resolveText(look, "selectionTitleText", resolveText(look, "titleText", defaultTitle)));
  const free = say(resolveText(look, "selectionFreeText", resolveText(look, "freeText", texts.selectionFreeText)));
  const intro = say(resolveText(look, "selectionIntroText", isEnvironment ? texts.environmentIntro : undefined));
  const legend = isEnvironment ? texts.environmentLegend : texts.companyLegend;
  const empty = choices.length === 0;
  const content = html`${facts.progress && progress(look, facts.progress)}<h1>${title}</h1>
<p class="intro">${empty ? say(texts.noChoices) : intro}</p>
${
  problem !== undefined &&
  problemSummary({
    text: say(texts[problem]),
    heading: texts.checkFields,
    fields: empty ? [] : [{ id: "choice-0", label: legend }],
  })
}<form id="main" method="post" action="${formAddress("selections", flow)}" data-required="${texts.chooseOne}">
${tokens(facts)}<input type="hidden" name="step" value="${step}">
${!empty && choiceList(choices, { legend, texts, wrong: problem !== undefined })}${
  !empty && html`<p class="free">${free}</p>\n`
}${actions({
  ...facts,
  submit: empty ? undefined : say(resolveText(look, "selectionButtonText")),
  cancel: say(resolveText(look, "cancelButtonText")),
  busy: texts.moment,
})}</form>
${cancelForm(facts)}`;
  return page(
    look,
    { title: problem === undefined ? title : `${texts.error}: ${title}`, systemName, mark: facts.mark, flow },
    content,
  );
}

interface ListFacts {
  readonly legend: string;
  readonly texts: Texts;
  readonly wrong: boolean;
}

function choiceList(choices: readonly Choice[], { legend, texts, wrong }: ListFacts): Markup {
  const long = choices.length > maxWithoutSearch;
  const repeatedNames = new Set(
    choices.map(({ name }) => name).filter((name, index, names) => names.indexOf(name) !== index),
  );
  return html`<fieldset${wrong && html` aria-describedby="problem"`}>
<legend>${legend}</legend>
${long && search(texts)}<ul class="${long ? "choices long" : "choices"}">
${choices.map(
  ({ id, name }, index) =>
    html`<li><label><input type="radio" name="choice" id="choice-${index}" value="${id}" required><span>${name || id}${
      // The id distinguishes choices with the same name.
      repeatedNames.has(name) && name !== "" && html`<small>${id}</small>`
    }</span></label></li>
`,
)}</ul>
</fieldset>
`;
}

/** The script shows it; without the script there is only the long list. */
const search = (
  texts: Texts,
): Part => html`<div class="find" hidden data-matches="${texts.matches}" data-none="${texts.noMatches}">
<input type="search" aria-label="${texts.search}" placeholder="${texts.search}" autocomplete="off" spellcheck="false">
<p role="status"></p>
</div>
`;
