import type { Operation } from "../../../document/model/model.ts";
import { getMediaEssence } from "../../../emit/shared/bodies/media-kind.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import type { GivenParameter, Step, Workflow } from "../description.ts";
import type { ReportProblem } from "../reading/open-object.ts";

/** Checks the parameters and the body of a step against the operation that it calls. */
export function checkRequest(
  step: Step,
  workflow: Workflow,
  operation: Operation,
  report: ReportProblem,
): void {
  const given = mergeParameters(step, workflow);
  for (const parameter of given) {
    checkParameter(parameter, operation, report);
  }
  for (const { value } of operation.parameters) {
    if (
      value.in === "path" &&
      !given.some((each) => each.in === "path" && each.name === value.name)
    ) {
      report(step.location.pointer, {
        code: "invalid-workflow",
        message: `The step \`${step.id}\` does not give the path parameter \`${value.name}\`.`,
        fix: "Add it to `parameters`, with `in: path`.",
      });
    }
  }
  const type = step.body?.contentType;
  const content = operation.requestBody?.value.content ?? [];
  if (
    type !== undefined &&
    !content.some(({ mediaType }) => getMediaEssence(mediaType) === getMediaEssence(type))
  ) {
    report(`${step.body?.pointer}/contentType`, {
      code: "undocumented-request-part",
      severity: "warning",
      message: `The operation has no request body of the type ${type}. It is sent as it is.`,
      suggest: () =>
        askDidYouMean(
          type,
          content.map(({ mediaType }) => mediaType),
        ),
      fix: "Write a media type that the operation has.",
    });
  }
}

/** The parameters of a step with those of its workflow that it does not override. */
export function mergeParameters(step: Step, workflow: Workflow): readonly GivenParameter[] {
  const shared = workflow.parameters.filter(
    (each) => !step.parameters.some((own) => own.name === each.name && own.in === each.in),
  );
  return [...shared, ...step.parameters];
}

function checkParameter(
  { name, in: place, pointer }: GivenParameter,
  { parameters }: Operation,
  report: ReportProblem,
): void {
  if (place === undefined) {
    report(pointer, {
      code: "invalid-workflow",
      message: `The parameter \`${name}\` of a request has no \`in\`.`,
      fix: "Write `in: path`, `query`, `querystring`, `header` or `cookie`.",
    });
    return;
  }
  const isKnown = parameters.some(({ value }) => value.name === name && value.in === place);
  if (!isKnown && ["path", "query", "querystring"].includes(place)) {
    const known = parameters.flatMap(({ value }) => (value.in === place ? [value.name] : []));
    report(pointer, {
      code: "undocumented-request-part",
      severity: place === "path" ? "error" : "warning",
      message: `The operation has no ${place} parameter \`${name}\`.`,
      suggest: () => askDidYouMean(name, known),
      fix: "Remove it, or add it to the OpenAPI document.",
    });
  }
}
