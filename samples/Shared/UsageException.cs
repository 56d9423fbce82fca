namespace Pooling.Samples;

/// <summary>The command line was not understood; the message says what and why in one line.</summary>
internal sealed class UsageException(string message) : Exception(message);
