namespace Pooling.Benchmarks.Mono;

/// <summary>Counts the bytes that this thread has allocated.</summary>
/// <remarks>Mono counts them exactly, but the reference assemblies of .NET Framework do not contain the method, so it is found by its name.
/// .NET Framework itself does not have it. <see cref="Check"/> verifies the count.</remarks>
internal static class AllocatedBytes
{
    private const string Method = "GetAllocatedBytesForCurrentThread";

    private static readonly Func<long> s_read = (Func<long>)Delegate.CreateDelegate(typeof(Func<long>), typeof(GC).GetMethod(Method)
        ?? throw new PlatformNotSupportedException($"GC has no method {Method}. Run this program on Mono."));

    private static object? s_last;

    internal static long Now => s_read();

    /// <summary>Allocates arrays of a known size, and none, and compares the counts.</summary>
    /// <returns>The error in the count, or <see langword="null"/>.</returns>
    internal static string? Check()
    {
        const int Arrays = 10_000;
        const int Length = 1000;
        const int Header = 32; // of an array: its type, its lock, its bounds, its length

        _ = Now;
        long before = Now;
        long none = Now - before;
        before = Now;
        for (int i = 0; i < Arrays; i++)
            s_last = new byte[Length];

        long counted = Now - before;
        GC.KeepAlive(s_last);
        return none == 0 && counted == Arrays * (Length + Header) ? null
            : $"counted {none} bytes for no allocation, and {counted} bytes for {Arrays} arrays of {Length + Header} bytes";
    }
}
