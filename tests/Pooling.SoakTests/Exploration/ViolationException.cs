namespace Pooling.SoakTests.Exploration;

/// <summary>A schedule does what none may.</summary>
internal sealed class ViolationException(string message) : Exception(message);
