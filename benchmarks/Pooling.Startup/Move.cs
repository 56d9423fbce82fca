namespace Pooling.Startup;

/// <summary>A packet of the dispatcher.</summary>
internal struct Move
{
    internal byte X;
}
