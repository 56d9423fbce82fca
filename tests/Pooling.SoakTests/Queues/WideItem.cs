namespace Pooling.SoakTests.Queues;

/// <summary>An item of 32 related bytes. A torn item has parts of two items.</summary>
internal readonly record struct WideItem(long Producer, long Number, long Check, long Mirror)
{
    internal static WideItem Of(long producer, long number) => new(producer, number, producer ^ ~number, number * 3);

    internal bool IsWhole => Check == (Producer ^ ~Number) && Mirror == Number * 3;
}
