using Pooling.Encodeables;

namespace Pooling.SoakTests.Encodeables;

/// <summary>Tests ten million messages whose scopes begin on one thread and end on another. Every object is returned, and memory does not
/// grow.</summary>
internal sealed class ScopeHandover : ISoak
{
    private const int Batch = 256;
    private const long SlackBytes = 8 << 20;

    public string Name => "scope-handover";

    public string Run(int factor)
    {
        int rounds = factor * 10_000_000 / Batch + 1;
        EncodeablePool<SoakEncodeable> type = SoakEncodeable.Pool;
        long before = type.GetStatistics().InUse;
        var decoding = new PooledScope[Batch];
        var handling = new PooledScope[Batch];
        var messages = new SoakEncodeable[2][] { new SoakEncodeable[Batch], new SoakEncodeable[Batch] };
        long memory = 0;
        long largest = 0;
        int round = 0;
        using var phase = new Barrier(2, _ =>
        {
            (decoding, handling) = (handling, decoding);
            (messages[0], messages[1]) = (messages[1], messages[0]);
            round++;
            if (round == rounds / 10)
                memory = GC.GetTotalMemory(forceFullCollection: true);
            else if (round > rounds / 10 && round % (rounds / 10) == 0)
                largest = Math.Max(largest, GC.GetTotalMemory(forceFullCollection: true));
        });
        Workers.Run(2, index =>
        {
            for (int i = 0; i < rounds; i++)
            {
                if (index == 0)
                    Decode(type, decoding, messages[0]);
                else if (i > 0)
                    Handle(handling, messages[1]);

                phase.SignalAndWait();
            }
        });
        Handle(handling, messages[1]);

        SoakException.ThrowUnless(type.GetStatistics().InUse == before,
            $"{type.GetStatistics().InUse - before} objects did not come back.");
        SoakException.ThrowUnless(largest < memory + SlackBytes, $"Memory grew from {memory:N0} to {largest:N0} bytes.");
        return $"{(long)rounds * Batch:N0} messages of 4 objects and 2 arrays, memory {memory / 1024:N0} -> {largest / 1024:N0} KB, "
            + $"{type.GetStatistics().TotalCreated:N0} objects created";
    }

    private static void Decode(EncodeablePool<SoakEncodeable> type, PooledScope[] scopes, SoakEncodeable[] messages)
    {
        for (int i = 0; i < Batch; i++)
        {
            PooledScope scope = PooledScope.Begin();
            SoakEncodeable message = scope.Rent(type);
            message.Take();
            message.Numbers = scope.RentArray<long>(4);
            message.Numbers.Span.Fill(i);
            message.Items = scope.RentArray<SoakEncodeable>(3);
            foreach (ref SoakEncodeable slot in message.Items.Span)
            {
                slot = scope.Rent(type);
                slot.Take();
            }

            scopes[i] = scope;
            messages[i] = message;
        }
    }

    private static void Handle(PooledScope[] scopes, SoakEncodeable[] messages)
    {
        for (int i = 0; i < Batch; i++)
        {
            SoakEncodeable message = messages[i];
            foreach (long number in message.Numbers!.Span)
                SoakException.ThrowUnless(number == i, "An array was shared.");

            foreach (SoakEncodeable item in message.Items!.Span)
                item.Give();

            message.Give();
            scopes[i].Dispose();
        }
    }
}
