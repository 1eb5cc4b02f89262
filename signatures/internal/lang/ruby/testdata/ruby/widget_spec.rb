require "spec_helper"

RSpec.describe Widget do
  let(:widget) { described_class.new }

  describe "#size" do
    it "is zero" do
      expect(widget.size).to eq(0)
    end

    context "when full" do
      it { is_expected.to be_full }
      specify "is big" do
      end
    end
  end
end
