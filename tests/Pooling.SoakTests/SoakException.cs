namespace Pooling.SoakTests;

/// <summary>An invariant was broken.</summary>
internal sealed class SoakException(string message) : Exception(message)
{
    internal static void ThrowUnless(bool condition, string message)
    {
        if (!condition)
            throw new SoakException(message);
    }
}
