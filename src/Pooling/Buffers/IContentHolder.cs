namespace Pooling.Buffers;

/// <summary>Represents an object that holds content back before it writes it to a writer.</summary>
internal interface IContentHolder
{
    /// <summary>Whether it holds content for this rental of a writer.</summary>
    bool HoldsContentFor(IContentTarget target, long rental);
}
