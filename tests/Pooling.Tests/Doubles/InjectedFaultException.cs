namespace Pooling.Doubles;

/// <summary>What a double throws when it was told to.</summary>
internal sealed class InjectedFaultException(string member) : Exception($"Injected into {member}.");
