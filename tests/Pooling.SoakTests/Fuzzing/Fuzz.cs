using System.Globalization;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Passes valid, changed and random bytes to everything that reads bytes of somebody else. The memory around these bytes is full
/// of others, which must never be visible. Only the documented exceptions may be thrown.</summary>
internal sealed class Fuzz : ISoak
{
    private const long Size = 1L << 27;
    private const int Threads = 2;

    public string Name => "fuzz";

    public string Run(int factor)
    {
        long scanned = 0;
        long cases = 0;
        Workers.Run(Threads, index =>
        {
            var run = new FuzzRun();
            long seed = index;
            using (var json = new JsonFuzz(run))
            using (var dispatch = new DispatchFuzz(run))
            {
                Action[] uses = [new ReaderFuzz(run).Run, new WriterFuzz(run).Run, json.Run, dispatch.Run];
                for (; run.Scanned < factor * Size / Threads; seed += Threads)
                    Run(run, uses, (int)seed);
            }

            run.Arrays.AssertAllReturned();
            run.WriterArrays.AssertAllReturned();
            Interlocked.Add(ref scanned, run.Scanned);
            Interlocked.Add(ref cases, seed / Threads);
        });
        FuzzArrays<byte>.Pool.AssertAllReturned();
        FuzzArrays<short>.Pool.AssertAllReturned();
        FuzzArrays<int>.Pool.AssertAllReturned();
        FuzzArrays<long>.Pool.AssertAllReturned();
        FuzzArrays<ulong>.Pool.AssertAllReturned();
        FuzzArrays<float>.Pool.AssertAllReturned();
        FuzzArrays<double>.Pool.AssertAllReturned();
        FuzzPacket.Pool.AssertAllReturned();
        FuzzItem.Pool.AssertAllReturned();
        return string.Create(CultureInfo.InvariantCulture, $"{scanned:N0} bytes in {cases:N0} cases, 0 foreign");
    }

    private static void Run(FuzzRun run, Action[] uses, int seed)
    {
        try
        {
            run.Random = new Random(seed);
            uses[run.Random.Next(16) switch { 0 => 1, 1 => 2, 2 or 3 or 4 => 3, _ => 0 }]();
        }
        catch (Exception exception)
        {
            throw new SoakException($"Seed {seed}: {exception}");
        }
    }
}
