namespace Pooling.Samples;

/// <summary>The exception for an invalid command line. The message states what is wrong in one line.</summary>
internal sealed class UsageException(string message) : Exception(message);
