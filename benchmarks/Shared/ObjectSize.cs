namespace Pooling.Benchmarks;

/// <summary>Checks that an item has the size that the benchmark states.</summary>
internal static class ObjectSize
{
    private const int Count = 1_000;

    internal static string Check(Func<object> create, int expected)
    {
        if (!Environment.Is64BitProcess)
            return "not checked in a 32-bit process";

        var items = new object[Count];
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < items.Length; i++)
            items[i] = create();

        long size = (GC.GetAllocatedBytesForCurrentThread() - before) / Count;
        return size == expected ? $"{size} B" : throw new InvalidOperationException($"An item has {size} bytes instead of {expected}.");
    }
}
