using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Dispatch;

/// <summary>POOL2xx: what keeps the generator from writing a dispatcher. docs/diagnostics.md has a section for each.</summary>
internal static class DispatchDiagnostics
{
    internal static readonly DiagnosticDescriptor NotPartial = Error(
        "POOL201",
        "A class with opcode handlers must be partial",
        "Make '{0}' a partial class: the generator adds the dispatcher of '{1}'");

    internal static readonly DiagnosticDescriptor Signature = Error(
        "POOL202",
        "An opcode handler has another signature",
        "Make '{0}' a method (context, packet) that returns void, or (context, packet[, CancellationToken]) that returns ValueTask: {1}");

    internal static readonly DiagnosticDescriptor Duplicate = Error(
        "POOL203",
        "An opcode is handled twice",
        "Give '{0}' another opcode: 0x{1:X4} is handled by '{2}' already");

    internal static readonly DiagnosticDescriptor Unreachable = Error(
        "POOL204",
        "An opcode handler is never reached",
        "Set 'States' of '{0}' to at least one state: with none, the opcode 0x{1:X4} is never let through");

    internal static readonly DiagnosticDescriptor NoParser = Error(
        "POOL205",
        "A packet has no parser",
        "Set 'Parser' of '{0}' to a struct that implements {1}<{2}>, or give '{2}' a static bool TryParse(ReadOnlySpan<byte>, out {2})");

    internal static readonly DiagnosticDescriptor AsyncByReference = Error(
        "POOL206",
        "An asynchronous opcode handler takes a reference",
        "Remove 'in' from '{1}' of '{0}': the handler may end after its caller, whose variable is gone by then");

    internal static readonly DiagnosticDescriptor NoWayToMake = Error(
        "POOL207",
        "A parser cannot be made",
        "Give '{0}' a parser that generated code can make: {1}");

    internal static readonly DiagnosticDescriptor TakenName = Error(
        "POOL208",
        "A name is taken that the dispatcher needs",
        "Give '{0}' another name: {1}");

    internal static readonly DiagnosticDescriptor NoOpcode = Error(
        "POOL209",
        "An opcode is no number of 16 bits",
        "Give '{0}' an opcode from 0 to 0xFFFF, or a value of an enum of 8 or 16 bits: {1} is neither");

    internal static readonly DiagnosticDescriptor NoStates = Error(
        "POOL210",
        "States are no bits",
        "Set 'States' of '{0}' to a value of an enum, or to a number that is not negative: {1} is neither");

    private static DiagnosticDescriptor Error(string id, string title, string message) =>
        new(id, title, message, "Pooling", DiagnosticSeverity.Error, isEnabledByDefault: true);
}
