namespace Pooling.Tour.Sections.Dispatch;

/// <summary>What packets move.</summary>
internal sealed class Walker
{
    public long Position { get; set; }

    public void Move(long distance) => Position += distance;
}
