using Microsoft.CodeAnalysis;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Dispatch;

/// <summary>POOL2xx: problems that prevent the generator from writing a dispatcher.
/// docs/compiler-messages.md has a section for each.</summary>
internal static class DispatchDiagnostics
{
    internal static readonly DiagnosticDescriptor NotPartial = CompilerMessage.Create(
        "POOL201",
        "A class with opcode handlers must be partial",
        "Make '{0}' a partial class: the generator adds the dispatcher of '{1}'");

    internal static readonly DiagnosticDescriptor Signature = CompilerMessage.Create(
        "POOL202",
        "An opcode handler has an invalid signature",
        "Make '{0}' a method (context, packet) that returns void: {1}");

    internal static readonly DiagnosticDescriptor Duplicate = CompilerMessage.Create(
        "POOL203",
        "An opcode has two handlers",
        "Give '{0}' another opcode: 0x{1:X4} is already handled by '{2}'");

    internal static readonly DiagnosticDescriptor Unreachable = CompilerMessage.Create(
        "POOL204",
        "An opcode handler is never called",
        "Set 'States' of '{0}' to at least one state: without one, opcode 0x{1:X4} is never allowed");

    internal static readonly DiagnosticDescriptor NoParser = CompilerMessage.Create(
        "POOL205",
        "A packet has no parser",
        "Set 'Parser' of '{0}' to a struct that implements IPacketParser<{1}>, "
        + "or give '{1}' a static bool TryParse(ReadOnlySpan<byte>, out {1})");

    internal static readonly DiagnosticDescriptor NoWayToMake = CompilerMessage.Create(
        "POOL207",
        "A parser cannot be created",
        "Give '{0}' a parser that generated code can create: {1}");

    internal static readonly DiagnosticDescriptor TakenName = CompilerMessage.Create(
        "POOL208",
        "The dispatcher needs a name that is already used",
        "Give '{0}' another name: {1}");

    internal static readonly DiagnosticDescriptor NoOpcode = CompilerMessage.Create(
        "POOL209",
        "An opcode is not a 16-bit number",
        "Give '{0}' an opcode from 0 to 0xFFFF, or a value of an enum of 8 or 16 bits: {1} is neither");

    internal static readonly DiagnosticDescriptor NoStates = CompilerMessage.Create(
        "POOL210",
        "States are not bits",
        "Set 'States' of '{0}' to a value of an enum, or to a non-negative number: {1} is neither");
}
