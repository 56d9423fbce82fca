namespace Pooling.Tour.Sections.Dispatch;

/// <summary>The object that packets move.</summary>
internal sealed class Walker
{
    public long Position { get; set; }

    public void Move(long distance) => Position += distance;
}
