<?php

/** A small platform. See ../README.md. Run it with: php -S 127.0.0.1:4000 platform.php */

declare(strict_types=1);

use Kontor\Kontor;
use Kontor\KontorError;
use Kontor\Options;
use Kontor\Webhook;
use Kontor\WebhookVerificationError;

require __DIR__ . '/../../packages/php/autoload.php';

$stateFile = getenv('STATE_FILE') ?: 'state.json';
$ownUrl = getenv('OWN_URL') ?: 'http://127.0.0.1:4000';
$state = is_file($stateFile) ? json_decode((string) file_get_contents($stateFile), true) : ['events' => []];

function save(array $state): void
{
    global $stateFile;
    file_put_contents($stateFile, json_encode($state), LOCK_EX);
}

/** With the end user's account key, as soon as there is one. */
function kontor(array $state): Kontor
{
    $url = getenv('KONTOR_URL') ?: 'http://127.0.0.1:3000';
    return new Kontor($url, getenv('KONTOR_API_KEY') ?: null, $state['accountKey'] ?? null);
}

function connect(array $state, string $ownUrl): string
{
    $query = ['callbackUrl' => "$ownUrl/connected", 'endUserId' => 'customer-42', 'environmentSelection' => true];
    return kontor($state)->auth->link(getenv('TARGET_SYSTEM') ?: 'sandbox', $query)->data['url'];
}

/** Kontor sends the end user back with the account key. */
function connected(array $state, string $ownUrl, string $accountKey): void
{
    $state['accountKey'] = $accountKey;
    $subscription = kontor($state)->webhooks->create(['callbackUrl' => "$ownUrl/webhooks", 'resource' => 'INVOICE']);
    $state['webhookSecret'] = $subscription->data['secret'];
    save($state);
}

/** The key is made of the order, so an order is invoiced once, whatever happens in between. */
function invoiceOrder(array $state, string $order): array
{
    if (!isset($state['customerId'])) {
        $customer = ['contactType' => 'COMPANY', 'companyName' => 'Blattwerk GmbH'];
        $created = kontor($state)->customers->create($customer, options: new Options(idempotencyKey: 'customer-42'));
        $state['customerId'] = $created->data['id'];
        save($state);
    }
    $invoice = [
        'contactId' => $state['customerId'],
        'invoiceDate' => '2026-05-01T00:00:00Z',
        'currency' => 'EUR',
        'lineItems' => [['name' => "Order $order", 'quantity' => 1, 'unitAmount' => 100, 'taxRatePercentage' => 19]],
    ];
    return kontor($state)->invoices->create($invoice, options: new Options(idempotencyKey: "order-$order"))->data;
}

function receive(array $state): void
{
    $body = (string) file_get_contents('php://input'); // The raw body, before parsing.
    $state['events'][] = Webhook::verify(Webhook::receivedHeaders(), $body, $state['webhookSecret']);
    save($state);
}

function answer(mixed $data): void
{
    header('Content-Type: application/json');
    echo json_encode($data);
}

$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$request = "{$_SERVER['REQUEST_METHOD']} $path";
try {
    if ($request === 'GET /connect') {
        header('Location: ' . connect($state, $ownUrl), true, 302);
    } elseif ($request === 'GET /connected') {
        connected($state, $ownUrl, $_GET['accountKey']);
        header('Location: /invoices', true, 302);
    } elseif ($request === 'GET /invoices') {
        answer(kontor($state)->invoices->list(['limit' => 20])->data);
    } elseif ($request === 'GET /events') {
        answer($state['events']);
    } elseif (preg_match('#^POST /orders/(\w+)/invoice$#', $request, $match) === 1) {
        answer(invoiceOrder($state, $match[1]));
    } elseif ($request === 'POST /webhooks') {
        receive($state);
        http_response_code(204);
    } else {
        http_response_code(404);
    }
} catch (WebhookVerificationError) {
    http_response_code(401);
} catch (KontorError $error) {
    http_response_code(502);
    answer(['code' => $error->problemCode, 'next' => $error->next]);
}
