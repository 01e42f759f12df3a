import { projectStatus } from "../../contract/enums.ts";
import type { ProjectInput } from "../../contract/inputs/catalogue.ts";
import type { Project as ProjectRecord } from "../../contract/records/catalogue.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { currencyOf, list, modified, oneOf } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import { create, wordAs } from "./telling.ts";
import type { Project } from "./vendorTrade.ts";

const statusOf = oneOf(projectStatus);

const project = mapping<ProjectRecord, Project>({
  ...identity,
  ...stamps,
  code: ({ code }) => code,
  contactId: (project) => project.contact_id,
  currency: (project) => currencyOf(project.currency),
  description: ({ description }) => description,
  endDate: (project) => accountingDay(project.end_date),
  name: ({ name }) => name,
  number: ({ number }) => number,
  parentProjectId: (project) => project.parent_project_id,
  status: (project) => statusOf(project.status),
  startDate: (project) => accountingDay(project.start_date),
});

const told = encoder<ProjectInput>({
  code: as("code"),
  contactId: as("contact_id"),
  currency: as("currency"),
  description: as("description"),
  endDate: dayAs("end_date"),
  name: as("name"),
  number: as("number"),
  parentProjectId: as("parent_project_id"),
  status: wordAs("status"),
  startDate: dayAs("start_date"),
});

export const projects = {
  "projects.list": list({ path: "/projects", map: project, filters: modified }),
  "projects.get": get({ path: ({ ids }) => path`/projects/${ids["projectId"]}`, map: project }),
  "projects.create": create({ path: "/projects", encoder: told, map: project, requires: ["name"] }),
};
