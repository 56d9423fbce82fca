namespace Pooling.Encodeables.Generated;

/// <content>Tests base classes that are reset by hand.</content>
public sealed partial class GeneratedEncodeableTests
{
    [Fact]
    public void Reset_BaseOfAnotherLibrary_CallsResetBaseFirst() => WithTrims(
        () =>
        {
            Note note = Note.Pool.RentUnchecked();
            note.Write("text");
            note.NewLine = "; ";
            note.Lines = 7;
            Assert.True(Note.Pool.TryReturn(note));

            Assert.Same(note, Note.Pool.RentUnchecked());
            Assert.Equal(("", Environment.NewLine, 1), (note.ToString(), note.NewLine, note.Lines));
            Assert.Equal(7, note.LinesAtReset); // the members of the class are reset after its base
            Assert.True(Note.Pool.TryReturn(note));
        },
        Note.Pool);

    [Fact]
    public void Reset_DerivedFromSuchAClass_ResetsAll() => WithTrims(
        () =>
        {
            SignedNote note = SignedNote.Pool.RentUnchecked();
            note.Write("text");
            note.Signature = "me";
            Assert.True(SignedNote.Pool.TryReturn(note));

            Assert.Same(note, SignedNote.Pool.RentUnchecked());
            Assert.Equal(("", null), (note.ToString(), note.Signature));
            Assert.True(SignedNote.Pool.TryReturn(note));
        },
        SignedNote.Pool);
}
