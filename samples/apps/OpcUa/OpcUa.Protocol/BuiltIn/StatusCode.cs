namespace OpcUa.Protocol.BuiltIn;

/// <summary>The outcome of an operation: 0 is good; the two highest bits are the severity.</summary>
public readonly record struct StatusCode(uint Code)
{
    public static readonly StatusCode Good = new(0);

    public bool IsGood => (Code & 0xC0000000) == 0;

    public bool IsBad => (Code & 0x80000000) != 0;

    public override string ToString() => $"0x{Code:X8}";
}
