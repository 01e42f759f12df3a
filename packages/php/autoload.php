<?php

declare(strict_types=1);

// For programs without Composer.
foreach (['Client', 'Transport', 'Webhook', 'Records', 'Resources', 'Kontor'] as $name) {
    require_once __DIR__ . "/src/$name.php";
}
