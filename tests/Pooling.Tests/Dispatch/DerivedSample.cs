namespace Pooling.Dispatch;

/// <summary>A class that derives from the one to be reflected upon.</summary>
public sealed class DerivedSample : Sample
{
    public override string Kind() => "derived";
}
