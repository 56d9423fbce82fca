using System.Diagnostics.CodeAnalysis;

namespace Pooling.Internal;

/// <summary>Throws the exceptions for which the class library has no guard. Kept out of line so that callers
/// inline.</summary>
internal static class Throw
{
    [DoesNotReturn]
    internal static void ObjectDisposed(string objectName) => throw new ObjectDisposedException(objectName);

    [DoesNotReturn]
    internal static void InvalidOperation(string message) => throw new InvalidOperationException(message);

    [DoesNotReturn]
    internal static void Argument(string message, string parameterName) =>
        throw new ArgumentException(message, parameterName);

    [DoesNotReturn]
    internal static void ArgumentOutOfRange(string parameterName, object actualValue, string message) =>
        throw new ArgumentOutOfRangeException(parameterName, actualValue, message);
}
