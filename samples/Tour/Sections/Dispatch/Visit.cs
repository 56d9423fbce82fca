namespace Pooling.Tour.Sections.Dispatch;

/// <summary>The context of a packet.</summary>
internal readonly record struct Visit(Walker Walker);
