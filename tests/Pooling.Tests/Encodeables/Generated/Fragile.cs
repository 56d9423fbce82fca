namespace Pooling.Encodeables.Generated;

/// <summary>An encodeable whose initializer and hook may throw.</summary>
[PooledEncodeable(MaxRetained = 4)]
public sealed partial class Fragile
{
    internal static int CallsUntilFault { get; set; } = int.MaxValue;

    public int First { get; set; } = Make(1);

    public Point? Point { get; set; }

    public int Second { get; set; } = Make(2);

    [KeepOnReset]
    public int Resets { get; set; }

    partial void OnReset() => Resets = Make(Resets + 1);

    internal static int Make(int value) => CallsUntilFault-- > 0 ? value : throw new InjectedFaultException(nameof(Make));
}
