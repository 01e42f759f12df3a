<?php

declare(strict_types=1);

namespace Kontor;

/**
 * A response. `meta` has warnings, pagination, and differences between the body and the books.
 *
 * @template Data
 */
final class Answer
{
    /**
     * @param Data $data
     * @param array<string, mixed> $meta
     */
    public function __construct(
        public readonly mixed $data,
        public readonly array $meta,
        public readonly int $status,
        public readonly ?string $requestId,
        public readonly mixed $rawData = null,
    ) {
    }
}

/** Options of one call. A write that is repeated with its idempotency key is written once. */
final class Options
{
    /**
     * @param float|null $timeout seconds for one attempt
     * @param array<string, mixed> $query further parameters of a write, such as ['dryRun' => true]
     * @param array<string, string> $headers
     */
    public function __construct(
        public readonly ?string $accountKey = null,
        public readonly ?string $idempotencyKey = null,
        public readonly ?float $timeout = null,
        public readonly ?int $maxRetries = null,
        public readonly array $query = [],
        public readonly array $headers = [],
    ) {
    }
}

final class File
{
    public function __construct(
        public readonly string $name,
        public readonly string $content,
        public readonly string $contentType = 'application/octet-stream',
    ) {
    }
}

abstract class Resource
{
    public function __construct(protected readonly Transport $transport)
    {
    }
}

/** Kontor refused the request. `problemCode` is stable; `next` is the remedy: fix, wait, reconnect or report. */
final class KontorError extends \RuntimeException
{
    public readonly string $problemCode;
    public readonly ?string $field;
    public readonly string $next;
    public readonly ?float $retryAfter;

    /**
     * @param list<array<string, mixed>> $problems
     * @param string|null $requestId tell it to the operator: it finds the request in Kontor's console
     */
    public function __construct(
        public readonly int $status,
        public readonly array $problems,
        public readonly ?string $requestId,
        ?string $retryAfter,
    ) {
        $first = $problems[0] ?? [];
        parent::__construct($first['message'] ?? "Kontor returned status $status.", $status);
        $this->problemCode = $first['code'] ?? 'internal';
        $this->field = $first['field'] ?? null;
        $this->retryAfter = is_numeric($retryAfter) ? (float) $retryAfter : null;
        // Only errors of target systems name the remedy. Kontor sends Retry-After with all others that pass by themselves.
        $this->next = $first['next'] ?? ($retryAfter !== null ? 'wait' : self::remedy($status));
    }

    /** Answers of proxies say no remedy. */
    private static function remedy(int $status): string
    {
        if (in_array($status, [429, 502, 503, 504], true)) {
            return 'wait';
        }
        return $status < 500 ? 'fix' : 'report';
    }
}

/** Kontor was not reached, or did not answer in time. */
final class ConnectionFailed extends \RuntimeException
{
}

/** An asynchronous task has failed. `task['information']` says why. */
final class TaskError extends \RuntimeException
{
    /** @param array<string, mixed> $task */
    public function __construct(string $taskId, public readonly array $task)
    {
        parent::__construct("The task $taskId failed.");
    }
}

/** A task did not end within the time limit. It goes on. */
final class TaskTimeout extends \RuntimeException
{
}
