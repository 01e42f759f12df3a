/**
 * Confirmations on a hosted page, for assistants whose program cannot ask. The page answers only in the browser in which the
 * person gave the access, so that a model that opens the link itself cannot confirm its own write.
 */
import {
  type AskedQuestion,
  addAssistantQuestion,
  answerQuestion,
  findAnswer,
  findAssistantQuestion,
  type PersonAnswer,
} from "../../store/assistants/questions.ts";
import { addAudit } from "../../store/log/auditLog.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import { checkVisit, FlowProblem } from "../connecting/flow.ts";
import { hashToken, newId, newToken } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";

export interface QuestionDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** As long as a proposal. */
const questionLifetime = 3_600_000;
const purpose = "assistant question";
const messageColumn = (id: string) => ({ table: "assistant_questions", row: id, column: "message" });

export interface PersonQuestion {
  readonly grantId: string;
  readonly connectionId: string;
  /** Exactly what is confirmed. */
  readonly subject: string;
  readonly message: string;
}

const findPersonAnswer = (
  { database, vault, now }: QuestionDeps,
  { grantId, subject }: PersonQuestion,
): Promise<PersonAnswer | undefined> =>
  findAnswer(database, { grantId, subjects: vault.hashes(purpose, subject), now: new Date(now()) });

/** The person's answer, or the URL of the page that asks for it. */
export async function askOnPage(
  deps: QuestionDeps,
  question: PersonQuestion,
): Promise<{ readonly answer: PersonAnswer } | { readonly url: string }> {
  const answer = await findPersonAnswer(deps, question);
  if (answer !== undefined) return { answer };
  const { database, vault, baseUrl, now } = deps;
  const { grantId, connectionId, subject, message } = question;
  const id = newId();
  const token = newToken();
  const [subjectHash = Buffer.alloc(0)] = vault.hashes(purpose, subject);
  await addAssistantQuestion(database, {
    id,
    tokenHash: hashToken(token),
    grantId,
    connectionId,
    subject: subjectHash,
    message: vault.seal(messageColumn(id), message),
    expiresAt: new Date(now() + questionLifetime),
  });
  return { url: `${baseUrl()}/auth/assistants/confirm?question=${token}` };
}

export interface ShownQuestion extends Omit<AskedQuestion, "message"> {
  readonly message: string;
}

export async function findShownQuestion(
  { database, vault, now }: QuestionDeps,
  { token, person }: { readonly token: string; readonly person: string | undefined },
): Promise<ShownQuestion> {
  const question = await findAssistantQuestion(database, hashToken(token));
  if (question === undefined) throw new FlowProblem("failed");
  if (question.answer !== null) throw new FlowProblem("alreadyUsed");
  const { expiresAt, personHash } = question;
  if (personHash === null) throw new FlowProblem("wrongBrowser");
  checkVisit({ expiresAt, browserHash: personHash }, person, now());
  return { ...question, message: vault.open(messageColumn(question.id), question.message) };
}

export async function answerOnPage(
  deps: QuestionDeps,
  visit: { readonly token: string; readonly person: string | undefined },
  { answer, address }: { readonly answer: PersonAnswer; readonly address: string },
): Promise<ShownQuestion> {
  const question = await findShownQuestion(deps, visit);
  const { id, tenantId, grantId } = question;
  await transaction(deps.database, async (client) => {
    if (!(await answerQuestion(client, id, answer))) throw new FlowProblem("alreadyUsed");
    const isRefused = answer === "declined";
    const entry = { role: "endUser", actorId: grantId, tenantId, subject: id, address, isRefused } as const;
    await addAudit(client, { ...entry, action: "assistant.answer" });
  });
  return question;
}
