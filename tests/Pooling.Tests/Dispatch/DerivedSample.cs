namespace Pooling.Dispatch;

/// <summary>A class that derives from the one that tests access by reflection.</summary>
public sealed class DerivedSample : Sample
{
    public override string Kind() => "derived";
}
