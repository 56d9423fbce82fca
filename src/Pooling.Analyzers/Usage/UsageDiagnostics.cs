using Microsoft.CodeAnalysis;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL0xx: leases, owners and reservations that are not ended, or used when they have ended.
/// docs/compiler-messages.md has a section for each.</summary>
internal static class UsageDiagnostics
{
    internal static readonly DiagnosticDescriptor LostLease = Create("POOL001", "A lease is never disposed",
        "Dispose the lease from '{0}': {1}");

    internal static readonly DiagnosticDescriptor EndedLease = Create("POOL002", "A leased value is used after its end",
        "Use '{0}' only before {1}: {2}");

    internal static readonly DiagnosticDescriptor LostOwner = Create("POOL003", "An owner is dropped",
        "Keep the result of '{0}': {1}");

    internal static readonly DiagnosticDescriptor WrongReturn = Create(
        "POOL004", "An object does not go back to its pool",
        "Return each object once, to its own pool: {0}");

    internal static readonly DiagnosticDescriptor UnflushedPipe = Create("POOL005", "JSON is not flushed",
        "Flush '{0}' {1}");

    internal static readonly DiagnosticDescriptor DisposedValue = Create("POOL006", "A leased object is disposed",
        "Dispose the lease instead of '{0}'");

    internal static readonly DiagnosticDescriptor LostReservation = Create("POOL007", "A reservation is never patched",
        "Patch what '{0}' reserved: it stays zero until then");

    internal static readonly DiagnosticDescriptor SeveralUsers = Create(
        "POOL008", "A queue for one thread is used by several",
        "Start one {0} of '{1}', or create a queue for several");

    internal static readonly DiagnosticDescriptor LostAsyncLease = Create(
        "POOL009", "An asynchronous lease is never disposed",
        "Dispose the lease from '{0}': {1}");

    private static DiagnosticDescriptor Create(string id, string title, string message) =>
        CompilerMessage.Create(id, title, message, DiagnosticSeverity.Warning, "Usage");
}
