using System.Buffers.Binary;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.SoakTests.Buffers;

/// <summary>Ten million messages whose last share is ended by one thread while another retains it late, and a third reads it; then each is tried once
/// more when the next messages hold the same memory. Every message says in its bytes which one it is.</summary>
internal sealed class SharedBufferRaces : ISoak
{
    private const int Batch = 1024;
    private const int Threads = 3;

    public string Name => "shared-buffer-races";

    public string Run(int factor)
    {
        int rounds = factor * 10_000_000 / Batch + 1;
        var arrays = new SoakArrayPool();
        var stale = new SharedBuffer[Batch];
        var current = new SharedBuffer[Batch];
        long firstOfBatch = 0;
        long retained = 0;
        long refused = 0;
        long wrong = 0;
        long inUse = InUse;
        bool racing = false;
        Span<byte> unused = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(unused, -1);
        for (int i = 0; i < Batch; i++)
        {
            stale[i] = SharedBuffer.Create(unused, arrays);
            stale[i].Release();
        }

        using var phase = new Barrier(Threads, _ =>
        {
            if (racing)
            {
                SoakException.ThrowUnless(InUse == inUse, "Messages or shares were not all given back exactly once.");
                SoakException.ThrowUnless(arrays.Outstanding == 0, $"{arrays.Outstanding} arrays were lost or returned twice.");
                current.CopyTo(stale, 0);
                firstOfBatch += Batch;
            }
            else
            {
                Span<byte> name = stackalloc byte[sizeof(long)];
                for (int i = 0; i < Batch; i++)
                {
                    BinaryPrimitives.WriteInt64LittleEndian(name, firstOfBatch + i);
                    current[i] = SharedBuffer.Create(name, arrays);
                }

                foreach (SharedBuffer share in stale)
                {
                    share.Dispose(); // late: somebody else holds the memory now
                    if (share.TryRetain(out SharedBuffer late))
                    {
                        wrong++;
                        late.Dispose();
                    }
                }
            }

            racing = !racing;
        });
        byte[] nobody = unused.ToArray();
        Workers.Run(Threads, index =>
        {
            long got = 0;
            long not = 0;
            long bad = 0;
            for (int round = 0; round < rounds; round++)
            {
                phase.SignalAndWait();
                SharedBuffer next = default;
                for (int i = 0; i < Batch; i++)
                {
                    // Two threads come from one side and one from the other, so that in the middle the end meets the retain, and each is late somewhere.
                    int position = (index + round) % 2 == 0 ? i : Batch - 1 - i;
                    SharedBuffer share = current[position];
                    if (index == 0)
                    {
                        share.Dispose();
                        next.Dispose();
                        next = SharedBuffer.Create(nobody, arrays); // the next tenant of the same message, in the midst of late retains
                        continue;
                    }

                    if (!share.TryRetain(out SharedBuffer late))
                    {
                        not++;
                        continue;
                    }

                    // While this share lives nobody may have the memory: it still says what it said.
                    got++;
                    if (BinaryPrimitives.ReadInt64LittleEndian(late.Span) != firstOfBatch + position)
                        bad++;
                    late.Release();
                    if (index == 1 && late.TryRetain(out _))
                        bad++;
                }

                next.Dispose();
                phase.SignalAndWait();
            }

            Interlocked.Add(ref retained, got);
            Interlocked.Add(ref refused, not);
            Interlocked.Add(ref wrong, bad);
        });

        SoakException.ThrowUnless(wrong == 0, $"{wrong} stale accesses were accepted.");
        SoakException.ThrowUnless(retained > 0 && refused > 0, "The threads never raced.");
        return $"{(long)rounds * Batch:N0} messages, {retained:N0} late retains in time and {refused:N0} refused, 0 stale accesses accepted, 0 leaks";
    }

    private static long InUse
    {
        get
        {
            (MagazinePoolStatistics messages, MagazinePoolStatistics holders) = SharedMessage.Statistics;
            return messages.InUse + holders.InUse;
        }
    }
}
