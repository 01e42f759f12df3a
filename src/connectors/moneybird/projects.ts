import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { Project as ProjectRecord } from "../../contract/records/catalogue.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import { as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { list } from "./conventions.ts";
import { identity, named } from "./fields.ts";
import { projectCategory } from "./lines.ts";
import type { Project } from "./types.ts";

const stateOf = ({ state }: Project) => state;

const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...named,
  status: vocabulary({ active: "ACTIVE", archived: "CLOSED" }).read(stateOf),
});

const dimension = mapping<DimensionRecord, Project>({
  ...identity,
  ...named,
  categoryName: () => projectCategory,
  status: vocabulary({ active: "ACTIVE", archived: "ARCHIVED" }).read(stateOf),
});

/** Without the filter only active ones come. */
const everything = { path: "/projects.json", query: { filter: "state:all" } };

export const projects = {
  "projects.list": list({ ...everything, map: project }),
  "projects.get": get({ path: "/projects/{projectId}.json", map: project }),
  "projects.create": write({
    method: "POST",
    path: "/projects.json",
    encoder: encoder<ProjectInput>({ name: as("name") }),
    map: project,
    within: "project",
    requires: ["name"],
  }),
  "dimensions.list": list({ ...everything, map: dimension }),
};
