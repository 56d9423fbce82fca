namespace Pooling.Doubles;

/// <summary>The exception that a double throws intentionally. It is different from every other failure.</summary>
/// <param name="member">The name of the member that throws.</param>
internal sealed class InjectedFaultException(string member) : Exception($"Injected into {member}.");
