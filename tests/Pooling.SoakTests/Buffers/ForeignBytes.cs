using System.Diagnostics;

namespace Pooling.SoakTests.Buffers;

/// <summary>Tests a gigabyte of mixed use of every buffer primitive, and of the JSON writers' buffers, over array pools full of another
/// user's bytes. These bytes must never be visible.</summary>
internal sealed class ForeignBytes : ISoak
{
    private const long Size = 1L << 30;
    private const int Threads = 2;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // reached only if something is wrong

    // Add new primitives here, with a use that passes all visible data to the scan, and writes nothing but text.
    private static readonly Action<ForeignBytesRun>[] s_uses =
    [
        BufferUses.OwnedWriter,
        BufferUses.RentedWriter,
        BufferUses.Reservations,
        BufferUses.InterpolatedText,
        BufferUses.FailedWrites,
        BufferUses.Detached,
        BufferUses.Streams,
        BufferUses.Pipes,
        BufferUses.JsonDocuments,
        SegmentUses.OwnedWriter,
        SegmentUses.RentedWriter,
        SegmentUses.Reservations,
        SegmentUses.Detached,
        SegmentUses.Copies,
        SegmentUses.SharedMessages,
    ];

    public string Name => "foreign-bytes";

    public string Run(int factor)
    {
        long scanned = 0;
        long views = 0;
        foreach (bool clears in new[] { false, true })
        {
            var arrays = new TenantArrayPool(requireCleared: clears);
            using (var pools = new ForeignBytesPools(arrays, clears))
            {
                Workers.Run(Threads, index =>
                {
                    var run = new ForeignBytesRun(pools, seed: index);
                    while (run.Scanned < factor * Size / (2 * Threads))
                        s_uses[run.Random.Next(s_uses.Length)](run);

                    Interlocked.Add(ref scanned, run.Scanned);
                    Interlocked.Add(ref views, run.Views);
                });
            }

            // Arrays that ended workers kept are returned after the collector has detected their end.
            for (var time = Stopwatch.StartNew(); arrays.Out != 0 && time.Elapsed < s_patience; Thread.Sleep(10))
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }

            SoakException.ThrowUnless(arrays.Out == 0, $"{arrays.Out} arrays were not returned.");
        }

        return $"{scanned:N0} bytes in {views:N0} views, 0 foreign";
    }
}
