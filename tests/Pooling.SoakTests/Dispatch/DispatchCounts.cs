using Pooling.Dispatch;

namespace Pooling.SoakTests.Dispatch;

/// <summary>Tests four threads that dispatch ten million packets while a fifth reads the counters. The counters only grow, and are exact at
/// the end.</summary>
internal sealed class DispatchCounts : ISoak
{
    private const int Threads = 4;
    private const int Opcodes = 64;

    public string Name => "dispatch-counts";

    public string Run(int factor)
    {
        int perThread = factor * 10_000_000 / Threads;
        var builder = new OpcodeDispatcherBuilder<long[]>().CountHandled().OnFault(static (in long[] _, ushort _, Exception _) => { });
        for (ushort opcode = 0; opcode < Opcodes; opcode++)
            builder.Add<int, SumPacket, SumPacket>(opcode, states: 0b01);

        OpcodeDispatcher<long[]> dispatcher = builder.Build();
        var sums = new long[Threads][];
        var expected = new long[Threads, 5];
        int running = Threads;
        long reads = 0;
        Workers.Run(Threads + 1, index =>
        {
            if (index == Threads)
            {
                OpcodeCounters last = default;
                while (Volatile.Read(ref running) > 0)
                {
                    OpcodeCounters now = dispatcher.GetTotals();
                    SoakException.ThrowUnless(
                        now.Handled >= last.Handled && now.Unknown >= last.Unknown && now.Malformed >= last.Malformed
                            && now.Filtered >= last.Filtered && now.Faulted >= last.Faulted,
                        $"A counter went back: {last}, then {now}");
                    last = now;
                    reads++;
                }

                return;
            }

            try
            {
                Dispatch(dispatcher, perThread, index, sums[index] = new long[1], expected);
            }
            finally
            {
                Interlocked.Decrement(ref running);
            }
        });

        OpcodeCounters totals = dispatcher.GetTotals();
        long[] counted = [totals.Unknown, totals.Handled, totals.Malformed, totals.Filtered, totals.Faulted];
        for (int status = 0; status < 5; status++)
        {
            long sent = Enumerable.Range(0, Threads).Sum(thread => expected[thread, status]);
            SoakException.ThrowUnless(counted[status] == sent,
                $"{(DispatchStatus)status}: {counted[status]:N0} counted, {sent:N0} returned");
        }

        long handled = Enumerable.Range(0, Opcodes).Sum(opcode => dispatcher.GetCounters((ushort)opcode).Handled);
        SoakException.ThrowUnless(handled == totals.Handled && sums.Sum(static sum => sum[0]) == handled,
            $"{handled:N0} by opcode, {totals}");
        return $"{totals.Total:N0} packets, {totals.Handled:N0} handled, {reads:N0} reads meanwhile";
    }

    private static void Dispatch(OpcodeDispatcher<long[]> dispatcher, int count, int thread, long[] sum, long[,] expected)
    {
        ReadOnlySpan<byte> payload = [1, 2, 3, 4];
        var statuses = new long[5];
        uint random = (uint)(thread + 1) * 2654435761u;
        for (int i = 0; i < count; i++)
        {
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
            ushort opcode = (ushort)(random & 0x7F); // half of them unknown
            int length = (int)(random >> 8) & 3; // 0 is malformed, 3 rarely throws
            DispatchStatus status = dispatcher.Dispatch(in sum, opcode, payload[..(length == 3 && (random >> 16) % 1024 != 0 ? 1 : length)],
                (random >> 28) == 0 ? 0b10UL : 0b01UL);
            statuses[(int)status]++;
        }

        for (int status = 0; status < 5; status++)
            expected[thread, status] = statuses[status];
    }

    private readonly struct SumPacket : IPacketParser<int>, IOpcodeHandler<long[], int>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out int packet)
        {
            packet = payload.Length;
            return packet > 0;
        }

        public void Handle(in long[] context, in int packet)
        {
            if (packet == 3)
                throw new InvalidOperationException("Three.");

            context[0]++;
        }
    }
}
