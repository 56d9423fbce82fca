namespace Pooling.SoakTests.Queues;

/// <summary>32 bytes that belong together: a torn one has parts of two items.</summary>
internal readonly record struct WideItem(long Producer, long Number, long Check, long Mirror)
{
    internal static WideItem Of(long producer, long number) => new(producer, number, producer ^ ~number, number * 3);

    internal bool IsWhole => Check == (Producer ^ ~Number) && Mirror == Number * 3;
}
