namespace Pooling.Queues;

/// <summary>32 bytes that belong together: a torn one has parts of two items.</summary>
public readonly record struct WideItem(long A, long B, long C, long D)
{
    public static WideItem Of(long number) => new(number, ~number, number * 3, -number);

    public bool IsWhole => B == ~A && C == A * 3 && D == -A;
}
