namespace Pooling.SoakTests.Queues;

/// <summary>A queue for several threads. Implemented by structs, so that its code is compiled into the loops.</summary>
internal interface ISoakQueue
{
    bool IsEmpty { get; }

    bool TryEnqueue(WideItem item);

    int EnqueueMany(ReadOnlySpan<WideItem> items);

    bool TryDequeue(out WideItem item);

    int DequeueMany(Span<WideItem> items);
}
