/** The Helm chart, rendered by Helm's template engine and checked against the types of Kubernetes. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Deployment, type IDeployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler, type IHorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { type IPodDisruptionBudget, PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { type IService, Service } from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { serviceCommands } from "../../src/cli/service.ts";

// The first rendering compiles the template engine.

const root = join(import.meta.dirname, "../..");
const chart = join(root, "deploy/helm/kontor");

/** Debian's Go and the template functions of Helm. */
const gopath = "/usr/share/gocode";
const canRender =
  existsSync(join(gopath, "src/github.com/Masterminds/sprig")) && spawnSync("go", ["version"]).status === 0;

const required = { existingSecret: "kontor-secrets", baseUrl: "https://kontor.example" };

interface Manifest {
  readonly kind: string;
}

function render(values: object) {
  const parameters = ["run", join(import.meta.dirname, "helm/render.go"), chart, JSON.stringify(values)];
  const env = { ...process.env, GO111MODULE: "off", GOPATH: gopath };
  return spawnSync("go", parameters, { encoding: "utf8", env });
}

function manifestsOf(values: object): Manifest[] {
  const { status, stdout, stderr } = render(values);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

/** Throw if Kubernetes would refuse the manifest. */
const checks: Readonly<Record<string, (manifest: Manifest) => void>> = {
  Deployment: (manifest) => new Deployment(manifest as IDeployment).validate(),
  HorizontalPodAutoscaler: (manifest) =>
    new HorizontalPodAutoscaler(manifest as Manifest & IHorizontalPodAutoscaler).validate(),
  PodDisruptionBudget: (manifest) => new PodDisruptionBudget(manifest as IPodDisruptionBudget).validate(),
  Service: (manifest) => new Service(manifest as IService).validate(),
};

describe("the values", () => {
  const accepts = new Ajv({ allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(join(chart, "values.schema.json"), "utf8")) as object,
  );
  const defaults = parse(readFileSync(join(chart, "values.yaml"), "utf8")) as object;

  test("are accepted with a secret and a URL", () => {
    expect(accepts({ ...defaults, ...required })).toBe(true);
  });
  test.each([{ existingSecret: "" }, { baseUrl: "kontor.example" }, { drainSeconds: "10" }])(
    "%j is refused",
    (wrong) => {
      expect(accepts({ ...defaults, ...required, ...wrong })).toBe(false);
    },
  );
  test("the chart is of this version", () => {
    const { version, appVersion } = parse(readFileSync(join(chart, "Chart.yaml"), "utf8")) as Record<string, string>;
    expect({ version, appVersion }).toEqual({ version: manifest.version, appVersion: manifest.version });
  });
});

describe.skipIf(!canRender)("the manifests (skipped if Debian's golang-go and sprig are not installed)", () => {
  test("are valid, and start commands that exist", () => {
    const manifests = manifestsOf({
      ...required,
      api: { autoscaling: { enabled: true } },
      trustProxy: "10.0.0.0/8",
      settings: { LOG_LEVEL: "warn" },
      extraEnv: [{ name: "METRICS_TOKEN", valueFrom: { secretKeyRef: { name: "metrics", key: "token" } } }],
      imagePullSecrets: [{ name: "registry" }],
      nodeSelector: { disk: "fast" },
      tolerations: [{ key: "books", operator: "Exists" }],
    });
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
      "Deployment",
      "Deployment",
      "HorizontalPodAutoscaler",
      "PodDisruptionBudget",
      "PodDisruptionBudget",
      "Service",
    ]);
    for (const manifest of manifests) checks[manifest.kind]?.(manifest);
    const deployments = manifests.filter(
      (manifest): manifest is IDeployment & Manifest => manifest.kind === "Deployment",
    );
    for (const { spec } of deployments) {
      const [container] = spec?.template.spec?.containers ?? [];
      const [command = "", option = ""] = container?.args ?? [];
      const found = serviceCommands.find(({ name }) => name === command);
      expect(found?.options).toHaveProperty([option.slice(2)]);
      expect(spec?.template.metadata?.labels).toMatchObject(spec?.selector.matchLabels ?? {});
    }
    const service = manifests.find((manifest): manifest is IService & Manifest => manifest.kind === "Service");
    const [api] = deployments;
    expect(api?.spec?.template.metadata?.labels).toMatchObject(service?.spec?.selector ?? {});
    expect(api?.spec?.replicas).toBeUndefined();
  });

  test("a planted mistake is found", () => {
    const [first] = manifestsOf(required);
    const wrong = { kind: "Deployment", ...first, spec: { replicas: "two" } };
    expect(() => checks["Deployment"]?.(wrong)).toThrow("replicas");
  });

  test("without a secret, the chart says which one it needs", () => {
    expect(render({ baseUrl: required.baseUrl }).stderr).toContain(
      "Set existingSecret to a secret with the keys database-url and master-keys.",
    );
  });
});
