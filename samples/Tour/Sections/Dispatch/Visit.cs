namespace Pooling.Tour.Sections.Dispatch;

/// <summary>What a packet is handled for.</summary>
internal readonly record struct Visit(Walker Walker);
