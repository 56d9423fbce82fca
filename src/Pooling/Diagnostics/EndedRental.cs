namespace Pooling.Diagnostics;

/// <summary>Makes the exception for the use of what was rented, after its return.</summary>
internal static class EndedRental
{
    /// <summary>Returns the exception. A method that does nothing but throw it is one that the JIT keeps away from the
    /// path of its caller.</summary>
    /// <param name="objectName">The type that the caller used.</param>
    /// <param name="pool">The name of the pool; <see langword="null"/> if there is none.</param>
    /// <param name="item">The object that was returned; <see langword="null"/> if there is none.</param>
    internal static ObjectDisposedException Used(string objectName, string? pool, object? item)
    {
        Telemetry.Listened?.UsedAfterReturn(pool ?? "", objectName);
        string place = ReturnPlaces.Describe(item);
        return pool is not null ? new ObjectDisposedException(
            objectName, $"The rental from pool '{pool}' has ended.{place}")
            : place.Length > 0 ? new ObjectDisposedException(objectName, "The rental has ended." + place)
            : new ObjectDisposedException(objectName, item is null
                ? "It was never rented: this is the default value."
                : "The rental has ended.");
    }
}
