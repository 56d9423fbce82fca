namespace Pooling.SoakTests.Exploration;

/// <summary>The exception that is thrown when a schedule violates a rule.</summary>
internal sealed class ViolationException(string message) : Exception(message);
