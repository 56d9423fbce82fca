namespace Pooling.SoakTests;

/// <summary>The exception that is thrown when an invariant was violated.</summary>
internal sealed class SoakException(string message) : Exception(message)
{
    internal static void ThrowUnless(bool condition, string message)
    {
        if (!condition)
            throw new SoakException(message);
    }
}
