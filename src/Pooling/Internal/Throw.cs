using System.Diagnostics.CodeAnalysis;

namespace Pooling.Internal;

/// <summary>Throws the exceptions for which the class library has no guard. Kept out of line so that callers inline.</summary>
internal static class Throw
{
    [DoesNotReturn]
    internal static void ObjectDisposed(string objectName) => throw new ObjectDisposedException(objectName);

    /// <summary>Returns the exception for the use of what was rented, after its rental. A method that does nothing but throw it is one
    /// that the JIT keeps away from the path of its caller.</summary>
    /// <param name="objectName">The type that the caller used.</param>
    /// <param name="pool">The name of the pool; <see langword="null"/> if there is none.</param>
    internal static ObjectDisposedException RentalEnded(string objectName, string? pool) => pool is null
        ? new ObjectDisposedException(objectName)
        : new ObjectDisposedException(objectName, $"The rental from pool '{pool}' has ended.");

    [DoesNotReturn]
    internal static void InvalidOperation(string message) => throw new InvalidOperationException(message);

    [DoesNotReturn]
    internal static void Argument(string message, string parameterName) => throw new ArgumentException(message, parameterName);

    [DoesNotReturn]
    internal static void ArgumentOutOfRange(string parameterName, object actualValue, string message) =>
        throw new ArgumentOutOfRangeException(parameterName, actualValue, message);

    [DoesNotReturn]
    internal static void ArgumentNull(string parameterName) => throw new ArgumentNullException(parameterName);
}
