namespace Pooling.Dispatch;

/// <summary>A struct that tests access by reflection.</summary>
public struct SampleValue(int number)
{
    public int Number { get; set; } = number;

    public void Grow(int by) => Number += by;

    public readonly int Doubled() => Number * 2;
}
