namespace Pooling.Queues;

/// <summary>An item of 32 related bytes. A torn item has parts of two items.</summary>
public readonly record struct WideItem(long A, long B, long C, long D)
{
    public static WideItem Of(long number) => new(number, ~number, number * 3, -number);

    public bool IsWhole => B == ~A && C == A * 3 && D == -A;
}
